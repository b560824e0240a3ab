import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useTexts } from '../texts.ts'

/** Leads to the page on which something is reported. @param props.label what, for readers of the page */
export function ReportLink({
  query,
  label,
  me,
}: {
  query: Parameters<typeof paths.report.link>[0]
  label: string
  /** Room before what stands beside it. */
  me?: string
}) {
  const t = useTexts()
  return (
    <Anchor
      component={Link}
      to={paths.report.link(query)}
      size="sm"
      c="dimmed"
      {...(me !== undefined && { me })}
      aria-label={label}
    >
      {t('report')}
    </Anchor>
  )
}
