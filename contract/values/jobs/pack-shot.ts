/** What the words of a shot call the subject of the training; it becomes `a person`, `a pet` or `an object`. */
export const SUBJECT = '{subject}'
