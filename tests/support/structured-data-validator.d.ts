declare module '@adobe/structured-data-validator' {
  interface Issue {
    severity: 'ERROR' | 'WARNING'
    issueMessage: string
  }

  export default class Validator {
    /** Takes what was found on a page, by format and then by type. */
    validate(found: Record<'jsonld' | 'microdata' | 'rdfa', Record<string, object[]>>): Promise<Issue[]>
  }
}
