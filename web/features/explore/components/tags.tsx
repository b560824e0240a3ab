import { Link } from 'react-router'
import { useTexts } from '../texts.ts'
import classes from './explore.module.css'

/** Tags, each with a link to what else has it. */
export function Tags({ tags, linkOf }: { tags: readonly string[]; linkOf(tag: string): string }) {
  const t = useTexts()
  if (tags.length === 0) return null
  return (
    <ul className={classes.chips} aria-label={t('tags')}>
      {tags.map((tag) => (
        <li key={tag}>
          <Link to={linkOf(tag)} className={classes.chip}>
            {tag}
          </Link>
        </li>
      ))}
    </ul>
  )
}
