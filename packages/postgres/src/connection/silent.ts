/** Knex prints errors that it also throws, in plain words on the standard output. */
export const SILENT = { warn() {}, error() {}, deprecate() {}, debug() {} }
