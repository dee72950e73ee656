import type { Migration } from './migration.js'

/** The test texts of operators, whose receipts may come to any process. */
export const testTexts: Migration = {
  id: '0018-test-texts',
  sql: `
-- The outcome is null until the submission has ended, and the result until the receipt has come.
create table test_text (
  carrier text collate "C" not null,
  reference text collate "C" not null,
  outcome json,
  result json,
  at timestamptz not null,
  primary key (carrier, reference)
);
create index test_text_old on test_text (at);
`,
}
