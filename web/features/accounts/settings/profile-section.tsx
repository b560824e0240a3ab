import { Button, Group, Skeleton, Stack, Text, Textarea, TextInput, Title } from '@mantine/core'
import type { CommunityImage } from '#contract/community.ts'
import type { Profile } from '#contract/community-people.ts'
import { resizedImageUrl } from '#contract/values/resized-image.ts'
import { fieldErrorsOf, messageOf } from '#web/lib/errors.ts'
import { ErrorState } from '#web/ui/states.tsx'
import { Problem } from '#web/ui/problem.tsx'
import { formFailure } from '../lib/form-failure.ts'
import { useFields } from '../lib/use-fields.ts'
import { useValidation } from '../lib/use-validation.ts'
import { FormFailure } from '../components/form-failure.tsx'
import classes from './profile.module.css'
import { useTexts } from './texts.ts'
import { useChangeProfile, useProfile } from './use-profile.ts'

const EDGE = 72
const LONGEST = { name: 60, about: 500 }

function Words({ profile }: { profile: Profile }) {
  const t = useTexts()
  const { required } = useValidation()
  const change = useChangeProfile()
  const form = useFields(
    { name: profile.name, about: profile.about },
    { name: required, about: () => null },
  )
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(({ name, about }) =>
        change.mutate(
          { name: name.trim(), about: about.trim() },
          { onError: (error) => form.setErrors(fieldErrorsOf(error)) },
        ),
      )}
    >
      <Stack maw={420}>
        <TextInput
          label={t('profile.name')}
          autoComplete="nickname"
          maxLength={LONGEST.name}
          required
          {...form.of('name')}
        />
        <Textarea
          label={t('profile.about')}
          autosize
          minRows={2}
          maxLength={LONGEST.about}
          {...form.of('about')}
        />
        <FormFailure title={t('profile.failed')}>
          {formFailure(change.error, ['name', 'about'])}
        </FormFailure>
        <Group>
          <Button type="submit" variant="default" mih={44} loading={change.isPending}>
            {t('profile.save')}
          </Button>
          <Text size="sm" role="status">
            {change.isSuccess && t('profile.saved')}
          </Text>
        </Group>
      </Stack>
    </form>
  )
}

function PictureChoice({
  profile,
  images,
}: {
  profile: Profile
  images: readonly CommunityImage[]
}) {
  const t = useTexts()
  const change = useChangeProfile()
  return (
    <div role="group" aria-labelledby="profile-picture">
      <Text fw={700} size="sm" id="profile-picture">
        {t('profile.picture')}
      </Text>
      <Text c="dimmed" size="sm">
        {t(images.length === 0 ? 'profile.noneYet' : 'profile.choose')}
      </Text>
      {images.length > 0 && (
        <div className={classes.pictures}>
          {images.map(({ id, url }, at) => (
            <button
              key={id}
              type="button"
              className={classes.choice}
              aria-pressed={url === profile.picture}
              aria-label={t('profile.pictureNumber', { number: at + 1 })}
              disabled={change.isPending}
              onClick={() => change.mutate({ picture: url === profile.picture ? null : id })}
            >
              <img
                src={resizedImageUrl({ url, width: 160, type: 'webp' })}
                alt=""
                width={EDGE}
                height={EDGE}
                loading="lazy"
              />
            </button>
          ))}
        </div>
      )}
      <Problem>{change.isError && messageOf(change.error)}</Problem>
    </div>
  )
}

/**
 * Name and picture under which others meet the person.
 * @param props.showsImages false on a site that has models alone: there is no picture to choose
 */
export function ProfileSection({ showsImages }: { showsImages: boolean }) {
  const t = useTexts()
  const {
    profile: { data: profile, isError, refetch },
    published,
  } = useProfile(showsImages)
  return (
    <section aria-labelledby="account-profile">
      <Title order={2} fz="lg" mb="xs" id="account-profile">
        {t(showsImages ? 'profile.title' : 'profile.publicTitle')}
      </Title>
      <Text c="dimmed" mb="md">
        {t(showsImages ? 'profile.hint' : 'profile.publicHint')}
      </Text>
      {isError && !profile && (
        <ErrorState what={t('profile.loadFailed')} onRetry={() => void refetch()} />
      )}
      {!profile && !isError && <Skeleton height={220} maw={420} />}
      {profile && (
        <Stack>
          <Words profile={profile} />
          {showsImages && (
            <PictureChoice profile={profile} images={published.data?.results ?? []} />
          )}
        </Stack>
      )}
    </section>
  )
}
