import * as v from 'valibot'

/**
 * Refuses ids that every object of JavaScript has a member for, such as `constructor`: a lookup by such an id
 * could find that member where nothing is stored.
 */
export const ownId = v.check(
  (id: string) => !(id in Object.prototype),
  'Diese ID ist vergeben. Bitte eine andere eingeben.',
)
