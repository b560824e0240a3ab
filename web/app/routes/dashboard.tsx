import { Title } from '@mantine/core'
import { VerifyReminder } from '#web/features/accounts/index.ts'
import { Balance, Statement } from '#web/features/credits/index.ts'
import { RecentPictures, RunningJobs } from '#web/features/dashboard/index.ts'
import { useSession } from '#web/lib/session.ts'
import { Page } from '#web/ui/page.tsx'
import { textsOf } from '#web/lib/texts.ts'
import english from '#web/messages/en/pages/dashboard.json'
import { gateOfMe } from '../gates.ts'
import { metaOfPage } from '../meta-of.ts'
import classes from './dashboard.module.css'

const { useTexts } = textsOf('pages/dashboard', english)

export const meta = metaOfPage(english, { noindex: true })
export const loader = gateOfMe()

export default function Dashboard() {
  const t = useTexts()
  const { me } = useSession()
  if (!me) return null
  return (
    <Page>
      <div className={classes.dashboard}>
        <Title order={1}>{t('title')}</Title>
        {!me.email_verified && <VerifyReminder email={me.email} />}
        <div className={classes.top}>
          <Balance />
          <RunningJobs />
        </div>
        <RecentPictures />
        <Statement />
      </div>
    </Page>
  )
}
