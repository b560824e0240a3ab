import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useEffect, useRef, useState } from 'react'
import { fieldErrorsOf, messageOf, reportError } from '#web/lib/errors.ts'
import { formatNumber } from '#web/lib/format.ts'
import { DeferredDialog } from '#web/ui/deferred-dialog.tsx'
import { useLanguage } from '#web/lib/texts.ts'
import { Form } from '#web/ui/form.tsx'
import { Problem } from '#web/ui/problem.tsx'
import { useAddModel, useLookUpModel } from '../api/use-models.ts'
import { useTexts } from './texts.ts'

/** Seconds as people say them. */
export const shortTime = (seconds: number): string =>
  seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`

/** Bytes of a model in the decimal units of the catalogue: `4.3 GB`, `120.5 MB`. */
export const modelSize = (bytes: number): string =>
  bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`

/** Looks a model up, shows what it is and under which license, and has it fetched. */
export function AddModelDialog({ first, onClose }: { first: string; onClose(): void }) {
  const t = useTexts()
  const language = useLanguage()
  const [source, setSource] = useState(first)
  const [id, setId] = useState('')
  const [isAccepted, setAccepted] = useState(false)
  const [isPrivate, setPrivate] = useState(false)
  const lookUp = useLookUpModel()
  const add = useAddModel()
  const found = lookUp.data
  const errors = { ...fieldErrorsOf(lookUp.error), ...fieldErrorsOf(add.error) }
  const trouble = Object.keys(errors).length === 0 ? (lookUp.error ?? add.error) : null
  const needsPrivate = found?.commercial === false
  const isReady = isAccepted && (!needsPrivate || isPrivate)

  // What was chosen from a list is known by its name already.
  const isFirstLookUpDue = useRef(first !== '')
  useEffect(() => {
    if (!isFirstLookUpDue.current) return
    isFirstLookUpDue.current = false
    void submit()
  })

  async function submit(): Promise<void> {
    if (lookUp.isPending || add.isPending) return
    try {
      if (!found) {
        const model = await lookUp.mutateAsync(source)
        setId(model.id)
        return
      }
      await add.mutateAsync({
        source,
        id,
        accept_licence: isAccepted,
        not_for_business: isPrivate,
      })
      notifications.show({ message: t('model.fetching', { name: found.name }) })
      onClose()
    } catch (error) {
      if (Object.keys(fieldErrorsOf(error)).length === 0) reportError(error)
    }
  }

  return (
    <DeferredDialog lang={language} opened onClose={onClose} title={t('model.title')} size={520}>
      <Form onSubmit={submit}>
        <Stack>
          <TextInput
            label={t('model.source')}
            description={t('model.source.about')}
            value={source}
            onChange={({ currentTarget }) => {
              setSource(currentTarget.value)
              lookUp.reset()
              setAccepted(false)
            }}
            maxLength={300}
            error={errors['source']}
            required
            data-autofocus
          />
          {found && (
            <>
              <Text size="sm" role="status">
                {found.missing < found.bytes
                  ? t('model.sizeLeft', {
                      name: found.name,
                      size: modelSize(found.bytes),
                      left: modelSize(found.missing),
                    })
                  : t('model.size', { name: found.name, size: modelSize(found.bytes) })}{' '}
                {found.seconds !== null &&
                  `${t('model.time', { time: shortTime(found.seconds) })} `}
                {found.licence === null
                  ? t('model.noLicense')
                  : t('model.license', { license: found.licence })}
              </Text>
              <TextInput
                label={t('model.id')}
                description={t('model.id.about')}
                value={id}
                onChange={({ currentTarget }) => setId(currentTarget.value)}
                maxLength={80}
                error={errors['id']}
                required
              />
              <Checkbox
                label={t('model.accept')}
                checked={isAccepted}
                onChange={({ currentTarget }) => setAccepted(currentTarget.checked)}
                error={errors['accept_licence']}
              />
              {needsPrivate && (
                <Checkbox
                  label={t('model.private')}
                  checked={isPrivate}
                  onChange={({ currentTarget }) => setPrivate(currentTarget.checked)}
                  error={errors['not_for_business']}
                />
              )}
            </>
          )}
          <Problem size="md">{trouble && messageOf(trouble)}</Problem>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button
              type="submit"
              loading={lookUp.isPending || add.isPending}
              disabled={found !== undefined && !isReady}
            >
              {found
                ? t('model.fetch', { size: formatNumber(Math.ceil(found.missing / 1e6)) })
                : t('model.lookUp')}
            </Button>
          </Group>
        </Stack>
      </Form>
    </DeferredDialog>
  )
}
