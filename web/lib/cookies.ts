function decode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    // Somebody wrote it by hand; the server will refuse it.
    return value
  }
}

/** @returns the cookie's value, or null; also null on the server */
export function readCookie(name: string): string | null {
  if (typeof document === 'undefined') return null
  for (const part of document.cookie.split('; ')) {
    const [key, value = ''] = part.split('=', 2)
    if (key === name) return decode(value)
  }
  return null
}

/** Sets a cookie for the whole site; 0 seconds removes it. */
export function writeCookie(name: string, value: string, maxAgeSeconds: number): void {
  const secure = window.location.protocol === 'https:' ? '; Secure' : ''
  // The Cookie Store API is asynchronous and missing in some browsers.
  // oxlint-disable-next-line unicorn/no-document-cookie
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${maxAgeSeconds}; SameSite=Lax${secure}`
}
