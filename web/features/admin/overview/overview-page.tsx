import { Alert, Anchor, Button, Skeleton, Text, Title } from '@mantine/core'
import { Link, useSearchParams } from 'react-router'
import type { Business, OperatorAlert } from '#contract/admin-business.ts'
import { paths } from '#contract/paths.ts'
import { consolePages, type ConsolePageName } from '../console-pages.ts'
import { formatTime } from '#web/lib/format.ts'
import { TableState } from '#web/ui/data-table.tsx'
import { useExamples } from '../api/use-examples.ts'
import { useSetupSteps } from '../api/use-installation.ts'
import { type BusinessSpan, useBusiness } from '../api/use-overview.ts'
import { AdminFrame } from '../components/admin-frame.tsx'
import { ExamplesQuestion } from '../components/examples-question.tsx'
import { SetAside } from '../components/set-aside.tsx'
import { SetupState } from './setup-state.tsx'
import { bucketName } from './bucket-name.ts'
import { Charts } from './charts.tsx'
import { Balance, Causes, Funnel, Margins, Numbers } from './numbers.tsx'
import { Part } from './part.tsx'
import classes from './overview.module.css'

const ABOUT: Record<Exclude<ConsolePageName, 'overview'>, string> = {
  reconciliation: 'The books against payments and images',
  people: 'Accounts, their credits and plans, bans',
  invitations: 'Links that open one account each',
  payments: 'What was paid, and refunds',
  prices: 'Of tools, plans and packs, now or from a day on',
  promotions: 'Codes that lower a price',
  disputes: 'Payments that a bank took back, and evidence for them',
  clusters: 'Accounts that share a card, a browser or a network',
  adjustments: 'Credits and plans given by hand',
  engines: 'What makes images, and its limits',
  models: 'Models to fetch and to remove',
  jobs: 'Each job with its engine and cost',
  tickets: 'What customers ask, those with priority first',
  reports: 'What people report, and objections',
  reviews: 'What the classifier doubts',
  publications: 'Published images and models to look at before others see them',
  brands: 'Name, look and texts of each site, and what it offers',
  packs: 'Photo and video packs that everybody can use',
  studios: 'Trained models that everybody can use',
  announcements: 'News that people see in the app',
  mails: 'The texts of emails that come once',
  settings: 'Email, limits, prices, safety, and who may register',
  log: 'Who did what, and why',
}

const SPANS = [
  { by: 'hour', label: '24 hours', title: 'The last 24 hours' },
  { by: 'day', label: '31 days', title: 'The last 31 days' },
  { by: 'month', label: '12 months', title: 'The last 12 months' },
] as const

/** The time that the address asks for. */
function useSpan(): BusinessSpan & { title: string } {
  const [search] = useSearchParams()
  const span = SPANS.find(({ by }) => by === search.get('by')) ?? SPANS[0]
  const [from, to] = [search.get('from'), search.get('to')]
  const isDate = (text: string | null): text is string => !Number.isNaN(Date.parse(text ?? ''))
  if (!isDate(from) || !isDate(to)) return { by: span.by, title: span.title }
  return { by: span.by, from, to, title: bucketName('month', from) }
}

function Parts({ business }: { business: Business }) {
  const parts = [
    ['From sign-up to payment', <Funnel key="funnel" business={business} />],
    ['Failures by cause', <Causes key="causes" business={business} />],
    ['Credits, plans and storage', <Balance key="balance" business={business} />],
  ] as const
  return (
    <>
      <Charts business={business} />
      <Numbers business={business} />
      <div className={classes.parts}>
        {parts.map(([title, part]) => (
          <Part key={title} title={title} order={3}>
            {part}
          </Part>
        ))}
      </div>
      <Part title="Margin by kind and engine" order={3}>
        <Margins business={business} />
      </Part>
    </>
  )
}

const ALERT_LINKS: Record<OperatorAlert['kind'], string> = {
  queue: paths.adminJobs.link(),
  engines: paths.adminEngines.link(),
  disk: paths.adminSettings.link(),
  mail: paths.adminSettings.link(),
  payments: paths.adminReconciliation.link(),
  disputes: paths.adminDisputes.link(),
}

function Alerts({ alerts }: { alerts: readonly OperatorAlert[] }) {
  return alerts.map(({ kind, text, since }) => (
    <Alert key={kind} color="red" title={text}>
      <Anchor component={Link} to={ALERT_LINKS[kind]}>
        Since {formatTime(since)}
      </Anchor>
    </Alert>
  ))
}

/** The charts before their figures are there; as tall as a phone, so that nothing below it is seen and moves. */
function Waiting() {
  return (
    <div className={classes.charts} role="status" aria-label="Loading the overview">
      {Array.from({ length: 10 }, (_, index) => (
        <Skeleton key={index} height={214} radius="lg" />
      ))}
    </div>
  )
}

/** What the business did lately, and the way to everything else. */
export function OverviewPage() {
  const { title, ...span } = useSpan()
  const business = useBusiness(span)
  // Alerts, the setup and the examples come first, and each may be empty: shown as it comes, it would push the rest down.
  const heads = [business, useSetupSteps(), useExamples()]
  // A part asks again when it appears: waiting for one that failed would take the part away, and begin again without end.
  if (heads.some(({ isPending, errorUpdateCount: failures }) => isPending && failures === 0))
    return (
      <AdminFrame title="Overview">
        <Waiting />
      </AdminFrame>
    )
  return (
    <AdminFrame title="Overview">
      {business.data && <Alerts alerts={business.data.alerts} />}
      <SetupState />
      <ExamplesQuestion />
      <section aria-labelledby="business" className={classes.section}>
        <div className={classes.heading}>
          <Title order={2} id="business">
            {title}
          </Title>
          <nav aria-label="Time" className={classes.spans}>
            {SPANS.map(({ by, label }) => (
              <Button
                key={by}
                component={Link}
                to={`${paths.adminOverview.link()}?by=${by}`}
                variant={by === span.by && !span.from ? 'filled' : 'default'}
                aria-current={by === span.by && !span.from ? 'page' : undefined}
              >
                {label}
              </Button>
            ))}
          </nav>
        </div>
        {business.data ? (
          <Parts business={business.data} />
        ) : (
          <TableState isError={business.isError} onRetry={() => void business.refetch()} />
        )}
      </section>
      <section aria-labelledby="set-aside" className={classes.section}>
        <Title order={2} id="set-aside">
          Failing tasks
        </Title>
        <SetAside />
      </section>
      <Part title="Pages" order={2}>
        <ul className={classes.pages}>
          {consolePages.map(
            ({ name, title: label, address }) =>
              name !== 'overview' && (
                <li key={label}>
                  <Link to={address} className={classes.page}>
                    <Text fw={700}>{label}</Text>
                    <Text size="sm" c="dimmed">
                      {ABOUT[name]}
                    </Text>
                  </Link>
                </li>
              ),
          )}
        </ul>
      </Part>
    </AdminFrame>
  )
}
