import type { RouterContextProvider } from 'react-router'
import type { PackKind } from '#contract/packs.ts'
import { withoutPrefix } from '#web/lib/language.ts'
import { languageContext } from '#web/lib/server-context.ts'
import { requireFeature, requireMe, requireRegistered } from './gates.ts'

interface Args {
  request: Request
  url: URL
  context: Readonly<RouterContextProvider>
}

const kindOf = ({ pathname }: URL): PackKind =>
  pathname.includes('video-packs') ? 'video' : 'photo'

/** Of which kind the packs of a page are; 404 on brands without them. */
export function gatePacks({ url, context }: Args): { kind: PackKind } {
  const kind = kindOf(url)
  requireFeature(context, kind === 'photo' ? 'photo_packs' : 'video_packs')
  return { kind }
}

/** As {@link gatePacks}, for who is signed in. */
export function gateOwnPacks(args: Args): { kind: PackKind } {
  const { kind } = gatePacks(args)
  requireMe(args.request, args.context)
  return { kind }
}

/** As {@link gatePacks}; others make an account first and come back. */
export function gateAuthors(args: Args): { kind: PackKind } {
  const { kind } = gatePacks(args)
  const { pathname, search } = args.url
  const path = withoutPrefix(pathname, args.context.get(languageContext))
  requireRegistered(args.context, `${path}${search}`)
  return { kind }
}
