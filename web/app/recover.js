/**
 * Runs before everything else of a page, as a part of it: what the page asks for may be of a build that is no longer there. A page whose parts cannot be loaded is loaded again once; after that it says so, with a button.
 */
{
  const NOTICE = 'load-failed'
  /** What was tried by itself, and when. */
  const TRIED = 'recover-tried'
  /** Where a page that was reloaded on the way was going. */
  const WANTED = 'recover-wanted'
  const AGAIN_AFTER_MS = 60_000

  const take = () => {
    const text = sessionStorage.getItem(WANTED)
    sessionStorage.removeItem(WANTED)
    return text === null ? null : JSON.parse(text)
  }
  const noteTry = (href) => sessionStorage.setItem(TRIED, JSON.stringify({ href, at: Date.now() }))
  const wasTried = (href) => {
    const tried = JSON.parse(sessionStorage.getItem(TRIED) ?? 'null')
    return tried?.href === href && Date.now() - tried.at < AGAIN_AFTER_MS
  }

  const say = () => {
    const notice = document.getElementById(NOTICE)
    notice.querySelector('button').addEventListener('click', () => location.reload())
    notice.hidden = false
  }

  let failed = false
  const recover = () => {
    if (failed) return
    failed = true
    let reload = false
    try {
      reload = navigator.onLine && !wasTried(location.href)
      if (reload) noteTry(location.href)
    } catch {
      // A browser that keeps nothing could not count, so nothing is tried.
      reload = false
    }
    if (reload) location.reload()
    else if (document.readyState === 'loading') addEventListener('DOMContentLoaded', say)
    else say()
  }

  const isOurs = (href) => href === '' || href.startsWith(`${location.origin}/assets/`)

  // Errors of elements do not bubble.
  addEventListener(
    'error',
    ({ target }) => {
      const isScript = target instanceof HTMLScriptElement && isOurs(target.src)
      const isStyle =
        target instanceof HTMLLinkElement && target.rel === 'stylesheet' && isOurs(target.href)
      if (isScript || isStyle) recover()
    },
    true,
  )
  // Every browser has its own words for an `import()` whose file is not there; all of them have this one.
  addEventListener('unhandledrejection', ({ reason }) => {
    if (reason instanceof TypeError && /import/i.test(reason.message)) recover()
  })

  // The router reloads a page when a part of the next one is not there, and forgets where it was going. A hook of it
  // would know too late: a file that is not there may be answered before the page is drawn again.
  addEventListener('pagehide', () => {
    const going = globalThis.__reactRouterDataRouter?.state.navigation.location
    if (!going) return
    const to = new URL(`${going.pathname}${going.search}${going.hash}`, location.origin).href
    try {
      sessionStorage.setItem(WANTED, JSON.stringify({ from: location.href, to }))
    } catch {
      // A browser that keeps nothing stays where it is.
    }
  })

  try {
    const wanted = take()
    const [entry] = performance.getEntriesByType('navigation')
    if (wanted?.from === location.href && entry?.type === 'reload') {
      noteTry(wanted.to)
      location.replace(wanted.to)
    }
  } catch {
    // The page that is here is a good one, too.
  }
}
