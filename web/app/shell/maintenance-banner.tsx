import { useSite } from '#web/lib/site.ts'
import classes from './banners.module.css'

/** A notice of the operator across the top of every page. */
export function MaintenanceBanner() {
  const { banner } = useSite().site
  return banner && <aside className={classes.maintenance}>{banner.text}</aside>
}
