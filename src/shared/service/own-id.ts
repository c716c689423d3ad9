import * as v from 'valibot'

/**
 * Refuses ids that are members of every JavaScript object, such as `constructor`: a lookup by such an id
 * could find that member although nothing is stored.
 */
export const ownIdCheck = v.check(
  (id: string) => !(id in Object.prototype),
  'Diese ID ist vergeben. Bitte eine andere eingeben.',
)
