import { Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { NavLink } from 'react-router'
import { consolePages } from '../console-pages.ts'
import type { Language } from '#web/lib/language.ts'
import { useSession } from '#web/lib/session.ts'
import { Page } from '#web/ui/page.tsx'
import classes from './admin.module.css'

const STAFF_PAGES = consolePages.filter(({ isForStaff }) => isForStaff)
const ADMIN_PAGES = consolePages.filter(({ isForStaff }) => !isForStaff)

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
  const pages = [...(me?.is_admin ? ADMIN_PAGES : []), ...STAFF_PAGES]
  return (
    <Page>
      <div className={classes.frame} lang={language}>
        <Title order={1}>{title}</Title>
        <nav aria-label="Administration" lang="en">
          <ul className={classes.tabs} ref={list}>
            {pages.map(({ name, title: label, address }) => (
              <li key={address}>
                {/* Also while one thing of its list is open. */}
                <NavLink to={address} end={name === 'overview'} className={classes.tab}>
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
