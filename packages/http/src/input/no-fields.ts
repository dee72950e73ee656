/** Of a request that is told by its path alone. */
export class NoFields {}
