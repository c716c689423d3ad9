/** Returns the query parameter for a chosen doctor or room; none for '' and undefined, which mean any. */
export function resourceParam(id: string | undefined): { resource?: string } {
  return id ? { resource: id } : {}
}
