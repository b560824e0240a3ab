import { type LoaderFunctionArgs, redirect, type RouterContextProvider } from 'react-router'
import type { Feature } from '#contract/features.ts'
import type { Me } from '#contract/users.ts'
import { nextPathOf } from '#web/lib/safe-path.ts'
import { withoutPrefix } from '#web/lib/language.ts'
import {
  brandContext,
  languageContext,
  meContext,
  serverRequestContext,
} from '#web/lib/server-context.ts'
import { api } from '#web/lib/api.ts'
import { paths } from '#contract/paths.ts'

type Context = Readonly<RouterContextProvider>

/** Sends signed-out people to the login page, which brings them back. For the loaders of pages. */
export function requireMe(request: Request, context: Context): Me {
  const me = context.get(meContext)
  if (me?.email) return me
  const { pathname, search } = new URL(request.url)
  const path = withoutPrefix(pathname, context.get(languageContext))
  throw redirect(paths.login.link({ nextUrl: `${path}${search}` }))
}

/** Sends signed-out people to the page on which an account is made, which leads them to `next`. */
export function requireRegistered(context: Context, next: string): void {
  if (!context.get(meContext)?.email) throw redirect(paths.register.link({ next }))
}

/** Sends signed-out people to the login page from a link to one picture, which is its owner's. */
export function requireMeToView(request: Request, context: Context): void {
  if (new URL(request.url).searchParams.has('view')) requireMe(request, context)
}

/** A page of administrators; to others it is not there. */
export function requireAdmin(request: Request, context: Context): Me {
  const me = requireMe(request, context)
  if (!me.is_admin) throw new Response(null, { status: 404 })
  return me
}

/** A page of the staff and of administrators; to others it is not there. */
export function requireStaff(request: Request, context: Context): Me {
  const me = requireMe(request, context)
  if (!me.is_staff && !me.is_admin) throw new Response(null, { status: 404 })
  return me
}

/** Sends signed-in people on: to where they were going, or to the brand's landing page. */
export async function redirectSignedIn(request: Request, context: Context): Promise<void> {
  if (!context.get(meContext)?.email) return
  const next = nextPathOf(new URL(request.url).searchParams)
  if (next !== null) throw redirect(next)
  const { call } = context.get(serverRequestContext)
  const { defaultLoggedInLanding } = await call(api.site.configuration, {})
  if (defaultLoggedInLanding !== paths.home.link()) throw redirect(defaultLoggedInLanding)
}

/** Answers 404 unless the brand has the feature, or any of several. */
export function requireFeature(context: Context, ...needed: readonly Feature[]): void {
  const { features } = context.get(brandContext)
  if (!needed.some((feature) => features.includes(feature))) {
    throw new Response(null, { status: 404 })
  }
}

/**
 * The `loader` of a page that is for signed-in people.
 * @param feature without it the brand has no such page; left out: every brand has it
 */
export const gateOfMe =
  (feature?: Feature) =>
  ({ request, context }: Pick<LoaderFunctionArgs, 'request' | 'context'>): null => {
    if (feature !== undefined) requireFeature(context, feature)
    requireMe(request, context)
    return null
  }
