import classes from './load-failed.module.css'

/**
 * Says that parts of the page could not be loaded. Plain elements and hidden: what shows it and reads its button is
 * web/public/recover.js, as nothing of the app runs then.
 */
export function LoadFailed() {
  return (
    <div id="load-failed" role="alert" className={classes.notice} hidden>
      <p>
        Parts of this page could not be loaded, so it does not work. The site may just have been
        updated.
      </p>
      <button type="button">Reload the page</button>
    </div>
  )
}
