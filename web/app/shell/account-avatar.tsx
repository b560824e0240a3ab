import type { Me } from '#contract/users.ts'
import classes from './header.module.css'

/** The first letters of two names, or the first two of one. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  const letters = words.length > 1 ? words.map(([first]) => first).join('') : name
  return letters.slice(0, 2).toUpperCase()
}

/** The person's initials. */
export function AccountAvatar({ me }: { me: Me }) {
  return <span className={classes.initials}>{initialsOf(me.first_name || me.email)}</span>
}
