import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useDialogs } from '#web/lib/dialogs.ts'
import { asksForPrivacy, useSite } from '#web/lib/site.ts'
import classes from './footer.module.css'
import { LanguageSwitch } from './language-switch.tsx'
import { Logo } from './logo.tsx'
import { useTexts } from './texts.ts'

/** The configured columns of links, and the way back to what was chosen about privacy. */
export function Footer() {
  const t = useTexts()
  const { brand, site } = useSite()
  const { show } = useDialogs()
  return (
    <footer className={classes.footer}>
      <div className={classes.inner}>
        <div className={classes.brand}>
          <Logo name={site.siteName} src={brand.logo} />
          <p>{brand.description}.</p>
          <Link to={paths.support.link()} className={classes.privacy}>
            {t('footer.support')}
          </Link>
          <Link to={paths.report.link()} className={classes.privacy}>
            {t('footer.report')}
          </Link>
          {asksForPrivacy(site) && (
            <button type="button" className={classes.privacy} onClick={() => show('privacy')}>
              {t('footer.privacySettings')}
            </button>
          )}
          <LanguageSwitch />
        </div>
        {site.footer.map(({ title, links }) => (
          <nav key={title} aria-label={title} className={classes.column}>
            <h2>{title}</h2>
            <ul>
              {links.map(({ label, link }) => (
                <li key={link}>
                  {link.startsWith('/') ? (
                    <Link to={link}>{label}</Link>
                  ) : (
                    <a href={link} rel="noreferrer">
                      {label}
                    </a>
                  )}
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
    </footer>
  )
}
