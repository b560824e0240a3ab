/** Days that an invitation may work. */
export const INVITATION_DAYS = { least: 1, usual: 7, most: 90 } as const
