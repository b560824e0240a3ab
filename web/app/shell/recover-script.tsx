import { use } from 'react'
import source from '../recover.js?raw'
import { NonceContext } from '../nonce.ts'
import { withoutComments } from './without-comments.ts'

/** Without its comments; the browser has run it by the time it would draw it. */
const SCRIPT = import.meta.env.SSR ? withoutComments(source) : ''

/**
 * Must be there before anything of the build is asked for, and holds up what follows: as a file it came last of all that the page
 * asks for, and the first paint with it.
 */
export function RecoverScript() {
  const nonce = use(NonceContext)
  return (
    <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: SCRIPT }} />
  )
}
