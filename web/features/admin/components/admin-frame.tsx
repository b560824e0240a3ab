import { Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { NavLink } from 'react-router'
import { consolePaths } from '#contract/console-paths.ts'
import { paths } from '#contract/paths.ts'
import type { Language } from '#web/lib/language.ts'
import { useSession } from '#web/lib/session.ts'
import { Page } from '#web/ui/page.tsx'
import classes from './admin.module.css'

const OVERVIEW = paths.adminOverview.link()
const TABS = [
  { label: 'Overview', to: OVERVIEW },
  { label: 'Reconciliation', to: paths.adminReconciliation.link() },
  { label: 'People', to: paths.adminPeople.link() },
  { label: 'Invitations', to: paths.adminInvitations.link() },
  { label: 'Payments', to: paths.adminPayments.link() },
  { label: 'Prices', to: paths.adminPrices.link() },
  { label: 'Promotions', to: paths.adminPromotions.link() },
  { label: 'Disputes', to: consolePaths.disputes.link() },
  { label: 'Linked accounts', to: consolePaths.clusters.link() },
  { label: 'Adjustments', to: paths.adminAdjustments.link() },
  { label: 'Engines', to: paths.adminEngines.link() },
  { label: 'Models', to: paths.adminModels.link() },
  { label: 'Jobs', to: paths.adminJobs.link() },
  { label: 'Brands', to: paths.adminBrands.link() },
  { label: 'Packs', to: consolePaths.packs.link() },
  { label: 'Public studios', to: consolePaths.studios.link() },
  { label: 'Announcements', to: consolePaths.announcements.link() },
  { label: 'Emails', to: consolePaths.mails.link() },
  { label: 'Settings', to: paths.adminSettings.link() },
  { label: 'Log', to: paths.adminLog.link() },
]
const STAFF_TABS = [
  { label: 'Support', to: paths.adminTickets.link() },
  { label: 'Reports', to: paths.adminReports.link() },
  { label: 'Images to review', to: paths.adminReviews.link() },
  { label: 'Publications', to: paths.adminPublications.link() },
]

/**
 * The operator's pages: a title, the way to the others, and what they show.
 * @param props.language of the title and of what is shown; left out: English, whatever language the menu is in
 */
export function AdminFrame({
  title,
  language = 'en',
  children,
}: {
  title: string
  language?: Language
  children: ReactNode
}) {
  const { me } = useSession()
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    // On a phone the present page may be far along the row.
    const tab = list.current?.querySelector<HTMLElement>('[aria-current="page"]')
    if (list.current && tab) list.current.scrollLeft = tab.offsetLeft - list.current.offsetLeft
  }, [])
  const tabs = [...(me?.is_admin ? TABS : []), ...STAFF_TABS]
  return (
    <Page>
      <div className={classes.frame} lang={language}>
        <Title order={1}>{title}</Title>
        <nav aria-label="Administration" lang="en">
          <ul className={classes.tabs} ref={list}>
            {tabs.map(({ label, to }) => (
              <li key={to}>
                {/* Also while one thing of its list is open. */}
                <NavLink to={to} end={to === OVERVIEW} className={classes.tab}>
                  {label}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        {children}
      </div>
    </Page>
  )
}
