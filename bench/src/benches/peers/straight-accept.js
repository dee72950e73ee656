import 'reflect-metadata'
import { plainToInstance, Type } from 'class-transformer'
import { ArrayMaxSize, ArrayMinSize, IsArray, IsOptional, IsString, Length, Matches } from 'class-validator'
import { ValidateNested, validate } from 'class-validator'
import knex from 'knex'
import { NUMBER_OF_I } from '../../shared/contact-numbers.js'

const CHECKED_TOGETHER = 1_000
const INSERTED_TOGETHER = 1_000
const PRICE = 2

/**
 * A simple implementation of accepting a broadcast: validates the body with decorated classes, queries the consents
 * with `whereIn`, and inserts a row for each recipient with `batchInsert`, in one transaction.
 */
export async function openStraightAccept({ url, contacts }) {
  const db = knex({ client: 'pg', connection: { connectionString: url }, pool: { min: 0, max: 4 } })
  await createTables(db, contacts)
  return {
    accept: (text) => accept(db, text),
    close: () => db.destroy(),
  }
}

class Recipient {}
decorate(Recipient, { to: [Matches(/^\+[1-9]\d{6,14}$/)], idempotencyKey: [IsOptional(), IsString(), Length(1, 255)] })

class Broadcast {}
decorate(Broadcast, {
  from: [IsString()],
  body: [IsString(), Length(1, 640)],
  recipients: [
    IsArray(),
    ArrayMinSize(100),
    ArrayMaxSize(50_000),
    ValidateNested({ each: true }),
    Type(() => Recipient),
  ],
})

async function accept(db, text) {
  const broadcast = /** @type {any} */ (plainToInstance(Broadcast, JSON.parse(text)))
  const faults = await validate(broadcast)
  if (faults.length > 0) throw new Error(`the body is wrong: ${faults.join(', ')}`)
  const phones = broadcast.recipients.map(({ to }) => to)
  if (new Set(phones).size < phones.length) throw new Error('a number occurs twice')
  return db.transaction(async (trx) => {
    const optedIn = new Set()
    for (let i = 0; i < phones.length; i += CHECKED_TOGETHER) {
      const rows = await trx('consent')
        .select('phone')
        .where({ account_id: 1, opted_in: true })
        .whereIn('phone', phones.slice(i, i + CHECKED_TOGETHER))
      for (const { phone } of rows) optedIn.add(phone)
    }
    const { from, body } = broadcast
    const [{ id }] = await trx('broadcast').insert({ account_id: 1, from_number: from, body }).returning('id')
    const recipients = phones.filter((phone) => optedIn.has(phone))
    const rows = recipients.map((phone) => ({ account_id: 1, broadcast_id: id, phone, status: 'queued' }))
    await trx.batchInsert('recipient', rows, INSERTED_TOGETHER)
    const cost = PRICE * recipients.length
    const paid = await trx('account').where({ id: 1 }).where('credits', '>=', cost).decrement('credits', cost)
    if (paid === 0) throw new Error('too few credits')
    return { id, totalRecipients: recipients.length }
  })
}

async function createTables(db, contacts) {
  await db.raw(`
    create table account (id bigint primary key, credits bigint not null);
    create table consent (
      account_id bigint, phone text collate "C", opted_in boolean not null, primary key (account_id, phone)
    );
    create table broadcast (
      id bigserial primary key, account_id bigint not null, from_number text not null, body text not null,
      created_at timestamptz not null default now()
    );
    create table recipient (
      id bigserial primary key, account_id bigint not null, broadcast_id bigint not null references broadcast (id),
      phone text not null, status text not null, created_at timestamptz not null default now()
    );
    create index on recipient (broadcast_id);
    insert into account values (1, 1000000000000);
    insert into consent select 1, ${NUMBER_OF_I}, true from generate_series(0, ${contacts - 1}) as i;
  `)
  await db.raw('vacuum analyze consent')
}

/** Plain JavaScript has no decorator syntax; decorators are functions of a prototype and a name. */
function decorate({ prototype }, rules) {
  for (const [name, decorators] of Object.entries(rules)) for (const rule of decorators) rule(prototype, name)
}
