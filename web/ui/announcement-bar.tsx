import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import classes from './announcement-bar.module.css'

/** One part of the page for all that is announced; within it stands a bar for each. */
export const AnnouncementBars = ({ title, children }: { title: string; children: ReactNode }) => (
  <aside aria-label={title}>
    <ul className={classes.bars}>{children}</ul>
  </aside>
)

interface Props {
  text: string
  link: string | null
  label: string | null
  /** What closes it is called. */
  close: string
  onClose(): void
}

/** One thing that the operator announces, across the top of a page. */
export function AnnouncementBar({ text, link, label, close, onClose }: Props) {
  return (
    <li className={classes.bar}>
      <p className={classes.text}>{text}</p>
      {link !== null &&
        (link.startsWith('/') ? <Link to={link}>{label}</Link> : <a href={link}>{label}</a>)}
      <Button size="sm" h={44} variant="default" onClick={onClose}>
        {close}
      </Button>
    </li>
  )
}
