/** Most accounts that may share something before it says nothing about them, such as the address of a school. */
export const CROWD = 20
