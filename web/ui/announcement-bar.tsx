import { Button } from '@mantine/core'
import { Link } from 'react-router'
import classes from './announcement-bar.module.css'

interface Props {
  text: string
  link: string | null
  label: string | null
  /** What it is, and what closes it. */
  words: { title: string; close: string }
  onClose(): void
}

/** One thing that the operator announces, across the top of a page. */
export function AnnouncementBar({ text, link, label, words, onClose }: Props) {
  return (
    <aside className={classes.bar} aria-label={words.title}>
      <p className={classes.text}>{text}</p>
      {link !== null &&
        (link.startsWith('/') ? <Link to={link}>{label}</Link> : <a href={link}>{label}</a>)}
      <Button size="sm" h={44} variant="default" onClick={onClose}>
        {words.close}
      </Button>
    </aside>
  )
}
