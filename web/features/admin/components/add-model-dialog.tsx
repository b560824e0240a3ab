import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useEffect, useRef, useState } from 'react'
import { fieldErrorsOf, handleError } from '#web/lib/errors.ts'
import { formatNumber } from '#web/lib/format.ts'
import { DeferredDialog } from '#web/ui/deferred-dialog.tsx'
import { useAddModel, useLookUpModel } from '../api/use-models.ts'

/** Seconds as people say them. */
export const shortTime = (seconds: number): string =>
  seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`

export const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`

/** Looks a model up, shows what it is and under which license, and has it fetched. */
export function AddModelDialog({ first, onClose }: { first: string; onClose(): void }) {
  const [source, setSource] = useState(first)
  const [id, setId] = useState('')
  const [isAccepted, setAccepted] = useState(false)
  const [isPrivate, setPrivate] = useState(false)
  const lookUp = useLookUpModel()
  const add = useAddModel()
  const found = lookUp.data
  const errors = { ...fieldErrorsOf(lookUp.error), ...fieldErrorsOf(add.error) }
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
      notifications.show({ message: `${found.name} is being fetched.` })
      onClose()
    } catch (error) {
      if (Object.keys(fieldErrorsOf(error)).length === 0) handleError(error)
    }
  }

  return (
    <DeferredDialog lang="en" opened onClose={onClose} title="Add a model" size={520}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <Stack>
          <TextInput
            label="Model"
            description="A name like owner/name, the address of its page, or civitai: with the number of a version"
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
                {found.name}: {gigabytes(found.bytes)}
                {found.missing < found.bytes && `, ${gigabytes(found.missing)} still to fetch`}.
                {found.seconds !== null &&
                  ` An image takes about ${shortTime(found.seconds)} on this machine.`}{' '}
                License: {found.licence ?? 'its page names none'}.
              </Text>
              <TextInput
                label="Name here"
                description="As people and links call it"
                value={id}
                onChange={({ currentTarget }) => setId(currentTarget.value)}
                maxLength={80}
                error={errors['id']}
                required
              />
              <Checkbox
                label="I have read its license and accept it"
                checked={isAccepted}
                onChange={({ currentTarget }) => setAccepted(currentTarget.checked)}
                error={errors['accept_licence']}
              />
              {needsPrivate && (
                <Checkbox
                  label="Its license forbids commercial use: nobody pays on this site"
                  checked={isPrivate}
                  onChange={({ currentTarget }) => setPrivate(currentTarget.checked)}
                  error={errors['not_for_business']}
                />
              )}
            </>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button
              type="submit"
              loading={lookUp.isPending || add.isPending}
              disabled={found !== undefined && !isReady}
            >
              {found ? `Fetch ${formatNumber(Math.ceil(found.missing / 1e6))} MB` : 'Look it up'}
            </Button>
          </Group>
        </Stack>
      </form>
    </DeferredDialog>
  )
}
