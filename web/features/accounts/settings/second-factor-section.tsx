import { Skeleton, Title } from '@mantine/core'
import { Deferred } from '#web/ui/deferred.tsx'
import { useTexts } from './texts.ts'

/** For pages that show it elsewhere, too. */
export const loadSecondFactor = () =>
  import('./second-factor/second-factor.tsx').then(({ SecondFactor }) => SecondFactor)

/** The question of a login beside the password. */
export function SecondFactorSection() {
  const t = useTexts()
  return (
    <section aria-labelledby="account-second-factor">
      <Title order={2} fz="lg" mb="xs" id="account-second-factor">
        {t('secondFactor.title')}
      </Title>
      <Deferred load={loadSecondFactor} props={{}} fallback={<Skeleton h={80} />} />
    </section>
  )
}
