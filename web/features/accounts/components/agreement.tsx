import { Anchor, Text } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useSite } from '#web/lib/site.ts'
import { useTexts } from '../texts.ts'

/** The terms that are agreed to by opening an account, beside the buttons that may open one. */
export function Agreement() {
  const t = useTexts()
  const { site } = useSite()
  return (
    <Text size="xs" c="dimmed">
      {t.rich('registerForm.agree', {
        age: site.minimumAge,
        terms: <Anchor component={Link} to={paths.terms.link()} inherit />,
        privacy: <Anchor component={Link} to={paths.privacy.link()} inherit />,
      })}
    </Text>
  )
}
