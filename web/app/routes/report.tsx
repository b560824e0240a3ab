import { type Reported, ReportPage } from '#web/features/reports/index.ts'
import { Page } from '#web/ui/page.tsx'
import english from '#web/messages/en/pages/report.json'
import { metaOfPage } from '../meta-of.ts'
import type { Route } from './+types/report.ts'

export const meta = metaOfPage(english)

export function loader({ request }: Route.LoaderArgs): { reported: Reported } {
  const query = new URL(request.url).searchParams
  const kind = (['image', 'model', 'comment', 'creator'] as const).find((one) => query.has(one))
  return { reported: kind ? { kind, id: query.get(kind)! } : null }
}

export default function Report({ loaderData: { reported } }: Route.ComponentProps) {
  return (
    <Page width="text">
      <ReportPage key={reported?.id} reported={reported} />
    </Page>
  )
}
