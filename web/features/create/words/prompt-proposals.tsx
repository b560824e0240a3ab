import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { ApiError } from '#contract/client.ts'
import type { WordsOffer } from '#contract/generation-servers.ts'
import { isBlank } from '#contract/is-blank.ts'
import { useDialogs } from '#web/lib/dialogs.ts'
import { messageOf } from '#web/lib/errors.ts'
import { useSession } from '#web/lib/session.ts'
import { useGenerationForm } from '#web/features/generate/lib/form-store.ts'
import { inputOf } from '#web/features/generate/lib/source.ts'
import { useSource } from '#web/features/generate/lib/source-store.ts'
import { useTool } from '#web/features/generate/lib/tool.ts'
import { SmallButton } from '#web/ui/small-button.tsx'
import classes from './prompt-proposals.module.css'
import { forgetKey } from './pending-key.ts'
import { useTexts } from './texts.ts'
import { useProposal } from './use-proposal.ts'

/**
 * Has an engine improve the prompt or describe the image. What it proposes stands beside the prompt until somebody uses or
 * discards it.
 */
export function PromptProposals({ offers }: { offers: readonly WordsOffer[] }) {
  const t = useTexts()
  const { form, change } = useGenerationForm()
  const { source } = useSource()
  const tool = useTool()
  const proposal = useProposal()
  /** The prompt that one was used in the place of. */
  const [replaced, setReplaced] = useState<{ prompt: string; by: string } | null>(null)
  const improve = offers.find(({ task }) => task === 'improve_prompt')
  const describe = tool === 'image' && offers.find(({ task }) => task === 'describe_image')
  const image = inputOf(source)
  const asked = proposal.variables?.task
  const isBusy = proposal.isPending

  function ask(order: Parameters<typeof proposal.mutate>[0]): void {
    setReplaced(null)
    if (!isBusy) proposal.mutate(order)
  }

  function decide(): void {
    forgetKey()
    proposal.reset()
  }

  if (!improve && !describe) return null
  return (
    <Stack gap={8} role="group" aria-label={t('proposals.label')}>
      <Group gap={8}>
        {improve && (
          <SmallButton
            type="button"
            className={classes.ask}
            loading={isBusy && asked === 'improve_prompt'}
            disabled={isBlank(form.prompt) || (isBusy && asked !== 'improve_prompt')}
            title={isBlank(form.prompt) ? t('proposals.improveFirst') : undefined}
            onClick={() =>
              ask({ task: 'improve_prompt', prompt: form.prompt, price: improve.credits })
            }
          >
            {t('proposals.improve', { credits: improve.credits })}
          </SmallButton>
        )}
        {describe && (
          <SmallButton
            type="button"
            className={classes.ask}
            loading={isBusy && asked === 'describe_image'}
            disabled={image === null || (isBusy && asked !== 'describe_image')}
            title={image === null ? t('proposals.describeFirst') : undefined}
            onClick={() =>
              image !== null && ask({ task: 'describe_image', image, price: describe.credits })
            }
          >
            {t('proposals.describe', { credits: describe.credits })}
          </SmallButton>
        )}
      </Group>
      <div role="status">
        {isBusy && (
          <Text size="sm" c="dimmed">
            {t('proposals.writing')}
          </Text>
        )}
        {replaced !== null && form.prompt === replaced.by && (
          <Group gap={8}>
            <Text size="sm">{t('proposals.used')}</Text>
            <Button
              type="button"
              variant="subtle"
              size="compact-sm"
              onClick={() => {
                change({ prompt: replaced.prompt })
                setReplaced(null)
              }}
            >
              {t('proposals.undo')}
            </Button>
          </Group>
        )}
        {proposal.data && (
          <Paper ref={showWhole} withBorder p="sm" radius="md" className={classes.proposal}>
            <Stack gap={8}>
              <Text size="sm" fw={700}>
                {t('proposals.proposed')}
              </Text>
              <Text size="sm" className={classes.text}>
                {proposal.data.text}
              </Text>
              <Text size="xs" c="dimmed">
                {t('proposals.by', { model: proposal.data.model, credits: proposal.data.cost })}
              </Text>
              <Group gap={8}>
                <Button
                  type="button"
                  variant="light"
                  size="compact-sm"
                  className={classes.ask}
                  onClick={() => {
                    const { text } = proposal.data
                    setReplaced({ prompt: form.prompt, by: text })
                    change({ prompt: text })
                    decide()
                    document.getElementById('prompt')?.focus()
                  }}
                >
                  {t('proposals.use')}
                </Button>
                <SmallButton
                  type="button"
                  className={classes.ask}
                  onClick={() => {
                    decide()
                    document.getElementById('prompt')?.focus()
                  }}
                >
                  {t('proposals.discard')}
                </SmallButton>
              </Group>
            </Stack>
          </Paper>
        )}
      </div>
      {proposal.isError && <Refusal error={proposal.error} />}
    </Stack>
  )
}

/** On a phone the panel is short: what was paid for is brought into sight. */
const showWhole = (node: HTMLElement | null) => node?.scrollIntoView({ block: 'nearest' })

function Refusal({ error }: { error: unknown }) {
  const t = useTexts()
  const { show } = useDialogs()
  const { canBuy } = useSession()
  const isPoor = error instanceof ApiError && error.status === 402
  return (
    <Group gap={8} role="alert">
      <Text size="sm">{messageOf(error)}</Text>
      {isPoor && canBuy && (
        <Button type="button" variant="subtle" size="compact-sm" onClick={() => show('credits')}>
          {t('proposals.moreCredits')}
        </Button>
      )}
    </Group>
  )
}
