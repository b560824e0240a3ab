/**
 * The last script of a page, as a part of it: a script waits for the style sheets above it, so they come before the page's code.
 */
{
  const { nonce, dataset } = document.currentScript

  // At once, so that the page counts as loading until its code is there.
  const script = document.createElement('script')
  Object.assign(script, { type: 'module', nonce, textContent: dataset.code })
  document.head.append(script)

  let asked = false
  /** All that the code imports, instead of one file after another. */
  const preload = () => {
    if (asked) return
    asked = true
    for (const href of dataset.files.split(' ')) {
      const link = document.createElement('link')
      Object.assign(link, { rel: 'modulepreload', href, nonce })
      document.head.append(link)
    }
  }
  // After the first paint; a page that is not seen has none.
  requestAnimationFrame(() => setTimeout(preload))
  setTimeout(preload, 200)

  // What is pressed before the page works is pressed again when it does. Links lead on by themselves.
  let pressed = null
  const keep = ({ target }) => {
    pressed = target.closest('a') ? null : target.closest('button')
  }
  addEventListener('click', keep, true)
  addEventListener(
    'page-works',
    () => {
      removeEventListener('click', keep, true)
      if (pressed?.isConnected) pressed.click()
    },
    { once: true },
  )
}
