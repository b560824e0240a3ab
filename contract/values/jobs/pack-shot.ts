/** Placeholder for the subject of the training in the words of a shot; it becomes `a person`, `a pet` or `an object`. */
export const SUBJECT = '{subject}'
