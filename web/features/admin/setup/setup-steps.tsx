import { Badge, Button, Text, Title } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { SetupStep, SetupStepName } from '#contract/setup.ts'
import { paths } from '#contract/paths.ts'
import { takeFocus } from '#web/lib/take-focus.ts'
import { TableState } from '#web/ui/data-table.tsx'
import { SmallButton } from '#web/ui/small-button.tsx'
import { useMarkStep, useSetupSteps } from '../api/use-installation.ts'
import { AddressStep, MailStep, PaymentsStep, RegistrationStep } from './setting-steps.tsx'
import { DrawingStep } from './drawing-step.tsx'
import classes from './setup.module.css'
import { SecurityStep } from './security-step.tsx'
import { SiteStep } from './site-step.tsx'
import type { StepProps } from './step-props.ts'
import { useTexts } from './texts.ts'

const STEPS: Record<SetupStepName, (props: StepProps) => ReactNode> = {
  security: SecurityStep,
  site: SiteStep,
  drawing: DrawingStep,
  mail: MailStep,
  payments: PaymentsStep,
  registration: RegistrationStep,
  address: AddressStep,
}

const COLORS: Record<SetupStep['state'], string> = {
  open: 'gray',
  done: 'green',
  skipped: 'yellow',
}

/** The steps of the setup; the first open one is unfolded, and one that is done can be opened again. */
export function SetupSteps({ renderSecondFactor }: Pick<StepProps, 'renderSecondFactor'>) {
  const t = useTexts()
  const steps = useSetupSteps()
  const mark = useMarkStep()
  const [chosen, setChosen] = useState<SetupStepName | null>(null)
  // The button that was pressed is gone with its step.
  const [hasMoved, setMoved] = useState(false)
  if (!steps.data)
    return <TableState isError={steps.isError} onRetry={() => void steps.refetch()} />
  const { results } = steps.data
  const current = chosen ?? results.find(({ state }) => state === 'open')?.name ?? null

  async function end(step: SetupStepName, state: 'done' | 'skipped'): Promise<void> {
    await mark.mutateAsync({ step, state })
    setChosen(null)
    setMoved(true)
    // The page around it shows the brand as it was when the page was loaded.
    if (step === 'site' && state === 'done') window.location.reload()
  }

  return (
    <>
      {current === null && (
        <Text mb="md" tabIndex={-1} ref={hasMoved ? takeFocus : undefined}>
          {t.rich('allDone', { overview: <Link to={paths.adminOverview.link()} /> })}
        </Text>
      )}
      <ol className={classes.steps}>
        {results.map(({ name, state }) => {
          const Step = STEPS[name]
          const title = t(`step.${name}`)
          return (
            <li key={name} className={classes.step}>
              <div className={classes.head}>
                <div className={classes.title}>
                  <Title
                    order={2}
                    fz="lg"
                    tabIndex={-1}
                    ref={hasMoved && name === current ? takeFocus : undefined}
                  >
                    {title}
                  </Title>
                  <Badge variant="light" color={COLORS[state]}>
                    {t(`state.${state}`)}
                  </Badge>
                </div>
                {name !== current && (
                  <SmallButton
                    onClick={() => {
                      setChosen(name)
                      setMoved(true)
                    }}
                    aria-label={t('editStep', { step: title })}
                  >
                    {t('edit')}
                  </SmallButton>
                )}
              </div>
              {name === current && (
                <Step
                  renderSecondFactor={renderSecondFactor}
                  onDone={() => void end(name, 'done')}
                  skip={
                    <Button
                      variant="subtle"
                      loading={mark.isPending}
                      onClick={() => void end(name, 'skipped')}
                    >
                      {t('skip')}
                    </Button>
                  }
                />
              )}
            </li>
          )
        })}
      </ol>
    </>
  )
}
