import { ResendLink } from '#web/features/accounts/index.ts'
import { ReplaceBackgroundPage } from '#web/features/tools/replace-background/index.ts'
import { useSession } from '#web/lib/session.ts'
import { requireFeature, requireMeToView } from '../gates.ts'
import { metaOf } from '../page-texts.ts'
import type { RouteHandle } from '../shell/app-shell.tsx'
import type { Route } from './+types/replace-background.ts'

export const handle: RouteHandle = { frame: 'tool' }

export const meta: Route.MetaFunction = ({ matches }) => metaOf(matches, 'replaceBackground')

export function loader({ request, context }: Route.LoaderArgs): null {
  requireFeature(context, 'background_removal')
  requireMeToView(request, context)
  return null
}

export default function ReplaceBackground() {
  const { me } = useSession()
  return <ReplaceBackgroundPage resendMail={me && <ResendLink email={me.email} />} />
}
