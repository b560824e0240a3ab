import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useTexts } from './texts.ts'

/** The way to support about one's own job or payment. */
export function WrongLink(about: { job: string } | { payment: string }) {
  const t = useTexts()
  return (
    <Anchor component={Link} size="sm" to={paths.support.link(about)}>
      {t('wrongLink.text')}
    </Anchor>
  )
}
