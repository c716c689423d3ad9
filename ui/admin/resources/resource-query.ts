/**
 * Returns what a call says of a chosen doctor or room: nothing for '' and undefined, which stand for any or
 * all.
 */
export function resourceQuery(id: string | undefined): { resource?: string } {
  return id ? { resource: id } : {}
}
