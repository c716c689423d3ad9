/**
 * The fields that are cleared when an earlier choice changes, because choices build on each other: a new day
 * or doctor clears the slot, a new service also the doctor, and a new visit also the service.
 */
export const WITHOUT_SLOT = { slot: undefined, hold: undefined }
export const WITHOUT_RESOURCE = { resourceId: undefined, ...WITHOUT_SLOT }
export const WITHOUT_SERVICE = { serviceId: undefined, ...WITHOUT_RESOURCE }
