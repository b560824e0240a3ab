/** The code of the warning that a person would be drawn as an illustration. */
export const ILLUSTRATED_PERSON = 'illustrated_person'
