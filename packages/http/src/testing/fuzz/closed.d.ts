export function closed<Document extends object>(document: Document): Document
