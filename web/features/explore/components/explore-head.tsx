import { Button, TextInput, Title } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { NavLink, useNavigate } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useSite } from '#web/lib/site.ts'
import { Form } from '#web/ui/form.tsx'
import { useTexts } from '../texts.ts'
import classes from './explore.module.css'

/** Title, the feeds of the site, and the box that searches all of them. */
export function ExploreHead({
  title,
  q = '',
  action,
}: {
  title: string
  q?: string
  /** Beside the title. */
  action?: ReactNode
}) {
  const t = useTexts()
  const { has } = useSite()
  const navigate = useNavigate()
  const search = (form: HTMLFormElement) => {
    const words = new FormData(form).get('q')
    if (typeof words === 'string' && words.trim() !== '')
      void navigate(paths.exploreSearch.link({ q: words.trim() }))
  }
  return (
    <>
      <div className={classes.head}>
        <Title order={1}>{title}</Title>
        {action}
        <Form role="search" className={classes.search} onSubmit={search}>
          <TextInput
            key={q}
            type="search"
            name="q"
            defaultValue={q}
            maxLength={200}
            aria-label={t('search.label')}
            placeholder={t('search.placeholder')}
          />
          <Button type="submit" variant="default" aria-label={t('search.submit')}>
            <IconSearch size={18} aria-hidden />
          </Button>
        </Form>
      </div>
      <nav className={classes.tabs} aria-label={t('tabs.label')}>
        {has('explore_images') && (
          <NavLink to={paths.exploreImages.link()} className={classes.tab}>
            {t('tabs.images')}
          </NavLink>
        )}
        {has('explore_models') && (
          <NavLink to={paths.exploreModels.link()} className={classes.tab}>
            {t('tabs.models')}
          </NavLink>
        )}
      </nav>
    </>
  )
}
