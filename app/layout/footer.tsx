import { helpPath, legalPaths, linksFor } from '#app/access/paths.ts'
import { PageLink } from '#app/rendering/page-link.tsx'
import { Icon } from '#app/ui/icon.tsx'

export interface SiteContacts {
  siteName: string
  supportPhone: string
  supportEmail: string
  socialLinks: { name: string; url: string }[]
}

const links = linksFor('visitor', [helpPath, ...legalPaths]) // the same for all

const contactLook = 'inline-flex min-h-11 items-center gap-2.5 font-medium no-underline hover:underline'

export function Footer({ siteName, contacts }: { siteName: string; contacts: SiteContacts | null }) {
  return (
    <footer className="mt-10 bg-leaf">
      <div className="weave" />
      <div className="mx-auto grid w-full max-w-page gap-4 px-4 pt-6 pb-7 md:grid-cols-[2fr_1fr_1fr] md:gap-x-12 md:gap-y-6 md:px-8 md:pt-9 md:pb-10">
        <div>
          <p className="mb-2 font-display text-xl font-semibold">{siteName}</p>
          <p className="max-w-[52ch] text-sm text-ink-soft">
            Students read and buy books and novels here, and find study materials and notes. Sellers post what they
            have.
          </p>
        </div>
        {contacts && <Contacts {...contacts} />}
        <div className="flex flex-wrap gap-x-5 border-t border-rule pt-2 md:col-span-3">
          {links.map(({ to, label }) => (
            <PageLink
              key={to}
              to={to}
              className="inline-flex min-h-11 min-w-11 items-center text-sm no-underline hover:underline"
            >
              {label}
            </PageLink>
          ))}
        </div>
      </div>
    </footer>
  )
}

function Contacts({ supportPhone, supportEmail, socialLinks }: SiteContacts) {
  return (
    <>
      <address className="grid not-italic">
        <a href={`tel:${supportPhone.replace(/[^+\d]/g, '')}`} className={contactLook}>
          <Icon name="phone" />
          {supportPhone}
        </a>
        <a href={`mailto:${supportEmail}`} className={contactLook}>
          <Icon name="mail" />
          {supportEmail}
        </a>
      </address>
      <div className="flex flex-wrap content-start gap-x-5">
        {socialLinks.map(({ name, url }) => (
          <a key={name} href={url} rel="noreferrer" className={contactLook}>
            {name}
          </a>
        ))}
      </div>
    </>
  )
}
