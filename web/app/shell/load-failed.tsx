import classes from './load-failed.module.css'
import { useTexts } from './texts.ts'

/**
 * Says that parts of the page could not be loaded. Plain elements and hidden: what shows it and reads its button is
 * web/app/recover.js, as nothing of the app runs then.
 */
export function LoadFailed() {
  const t = useTexts()
  return (
    <div id="load-failed" role="alert" className={classes.notice} hidden>
      <p>{t('loadFailed.text')}</p>
      <button type="button">{t('loadFailed.reload')}</button>
    </div>
  )
}
