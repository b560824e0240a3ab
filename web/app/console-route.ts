import type { LoaderFunctionArgs, MetaFunction } from 'react-router'
import { CONSOLE_PAGES, type ConsolePageName } from '#web/features/admin/console-pages.ts'
import { pageMeta } from '#web/lib/page-meta.ts'
import { requireAdmin, requireStaff } from './gates.ts'

/** The `meta` of a page of the console. */
export const metaOfConsole =
  (page: ConsolePageName): MetaFunction =>
  ({ matches }) =>
    pageMeta(matches, { title: CONSOLE_PAGES[page].title, noindex: true })

/** The `loader` of a page of the console: 404 for people who may not open it. */
export const gateOfConsole =
  (page: ConsolePageName) =>
  ({ request, context }: Pick<LoaderFunctionArgs, 'request' | 'context'>): null => {
    const require = 'isForStaff' in CONSOLE_PAGES[page] ? requireStaff : requireAdmin
    require(request, context)
    return null
  }
