import {
  languageFieldOf,
  textOf,
  variantChooserOf,
  type TemplateContent,
  type TemplateLanguage,
} from '../../model/templates/template-content.js'
import type { Stores } from '../../stores/unit-of-work.js'
import type { AccountId } from '../../values/ids.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'

/** For each number: what it is sent, before its merge tags are filled in. */
export type ChosenTexts = {
  readonly bodies: readonly string[]
  readonly mediaUrls: readonly (string | null)[]
  /** The option whose variant was chosen; null: the default text. */
  readonly variants: readonly (string | null)[]
  /** Whether the custom field cannot choose a language now, so that everybody gets the default text. */
  readonly isIgnored: boolean
}

type ContactStores = Pick<Stores, 'contacts' | 'customFields'>

/** Chooses the texts of recipients by their contacts. Reads nothing if the content has no variants. */
export async function chooseTexts(
  stores: ContactStores,
  { account, content, phones }: AskedTexts,
): Promise<ChosenTexts> {
  const { language } = content
  const { variants, isIgnored } =
    language === null
      ? { variants: phones.map(() => null), isIgnored: false }
      : await chooseVariants(stores, { account, language, phones })
  const texts = new Map([...new Set(variants)].map((variant) => [variant, textOf(content, variant)]))
  return {
    bodies: variants.map((variant) => texts.get(variant)!.body),
    mediaUrls: variants.map((variant) => texts.get(variant)!.mediaUrl),
    variants,
    isIgnored,
  }
}

export type AskedTexts = {
  readonly account: AccountId
  readonly content: TemplateContent
  readonly phones: readonly PhoneNumber[]
}

type AskedVariants = Omit<AskedTexts, 'content'> & { readonly language: TemplateLanguage }

async function chooseVariants({ contacts, customFields }: ContactStores, { account, language, phones }: AskedVariants) {
  const fields = await customFields.of(account)
  if (languageFieldOf(language, fields) === null) return { variants: phones.map(() => null), isIgnored: true }
  const facts = await contacts.facts(account, phones, new Set(['customValues'] as const))
  const choose = variantChooserOf(language, fields)
  return { variants: phones.map((phone) => choose(facts.get(phone) ?? null)), isIgnored: false }
}
