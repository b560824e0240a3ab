import classes from './logo.module.css'

/** The brand's logo and name. Without a logo of its own it is the mark of public/icons/. */
export function Logo({ name, src }: { name: string; src: string | undefined }) {
  if (src !== undefined)
    return (
      <span className={classes.logo}>
        <img src={src} alt="" width="28" height="28" />
        <span className={classes.name}>{name}</span>
      </span>
    )
  return (
    <span className={classes.logo}>
      <svg width="28" height="28" viewBox="0 0 32 32" aria-hidden="true">
        <rect className={classes.frame} x="2" y="2" width="28" height="28" rx="8" />
        <circle className={classes.sun} cx="21" cy="11" r="3.5" />
        <path className={classes.hill} d="M6 25l7-11 5 7 2.5-3.5L26 25z" />
      </svg>
      <span className={classes.name}>{name}</span>
    </span>
  )
}
