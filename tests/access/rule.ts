/**
 * Who may make a call. `own`: only whose thing it is; for everybody else, staff too, there is no such thing. `own or admin`:
 * an administrator too.
 */
export type Rule =
  | 'everybody'
  | 'signed in'
  | 'verified'
  | 'own'
  | 'own or admin'
  | 'staff'
  | 'admin'

/** By method and path; a body where the rule shows only with one that is valid. */
export type Rules = Record<string, Rule | [Rule, object]>
