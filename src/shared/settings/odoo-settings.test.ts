import { describe, expect, it } from 'vitest'
import { eachRefusal, errorsOfSetting, storedSetting } from '../../testing/setting-errors.ts'

describe('a setting of Odoo', () => {
  it('may be an empty password', () => {
    expect(storedSetting('odoo', 'ODOO_PASS', '')).toBe('')
  })

  it.each(
    eachRefusal([
      { name: 'ODOO_URL', sentence: 'Bitte ODOO_URL angeben.', values: [undefined, '', ' '] },
      { name: 'ODOO_DB', sentence: 'Bitte ODOO_DB angeben.', values: [undefined, ''] },
      { name: 'ODOO_USER', sentence: 'Bitte ODOO_USER angeben.', values: [undefined, '\t'] },
      {
        name: 'ODOO_URL',
        sentence: 'ODOO_URL muss mit http:// oder https:// beginnen.',
        values: ['odoo.example', 'ftp://odoo'],
      },
      { name: 'ODOO_URL', sentence: 'ODOO_URL ist keine gültige URL.', values: ['https://', 'http://a b'] },
      {
        name: 'ODOO_URL',
        sentence: 'ODOO_URL darf keine Zugangsdaten enthalten.',
        values: [
          'https://ordi:geheim@odoo.example',
          'https://ordi@odoo.example',
          'https://:geheim@odoo.example',
        ],
      },
    ]),
  )('$name refuses $value: $sentence', ({ name, value, sentence }) => {
    expect(errorsOfSetting('odoo', name, value)).toEqual({ [name]: sentence })
  })
})
