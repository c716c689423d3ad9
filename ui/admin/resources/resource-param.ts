/**
 * Returns the query parameter of a chosen doctor or room: none for '' and undefined, which stand for any.
 */
export function resourceParam(id: string | undefined): { resource?: string } {
  return id ? { resource: id } : {}
}
