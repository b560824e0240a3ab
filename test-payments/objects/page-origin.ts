/** Names of this machine. */
const LOCAL = /^(?:.*\.)?localhost$|^127\.[\d.]+$|^\[::1\]$/

/**
 * The origin that a page stands on: that of the page it returns to where this is the app under another name, so that
 * a brand's visitors stay on its host.
 */
export function pageOrigin(publicUrl: string, returnUrl: string | null): string {
  const own = new URL(publicUrl)
  if (returnUrl === null) return own.origin
  const wanted = new URL(returnUrl)
  const isSame = own.port === wanted.port && own.protocol === wanted.protocol
  return isSame && LOCAL.test(own.hostname) && LOCAL.test(wanted.hostname)
    ? wanted.origin
    : own.origin
}
