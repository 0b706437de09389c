// `medusa exec ./medusa-shop.js`: a shop with one product, and what an order needs. It prints what visits need to know.
const { ContainerRegistrationKeys, Modules, ProductStatus } = require('@medusajs/framework/utils')
const flows = require('@medusajs/medusa/core-flows')

module.exports.default = async ({ container }) => {
  const link = container.resolve(ContainerRegistrationKeys.LINK)
  const run = async (flow, input) => (await flow(container).run({ input })).result

  const [channel] = await run(flows.createSalesChannelsWorkflow, { salesChannelsData: [{ name: 'Shop' }] })
  const [region] = await run(flows.createRegionsWorkflow, {
    regions: [{ name: 'India', currency_code: 'inr', countries: ['in'], payment_providers: ['pp_system_default'] }],
  })
  await run(flows.createTaxRegionsWorkflow, [{ country_code: 'in', provider_id: 'tp_system' }])
  const [location] = await run(flows.createStockLocationsWorkflow, {
    locations: [{ name: 'Guwahati', address: { city: 'Guwahati', country_code: 'in', address_1: 'Panbazar' } }],
  })
  await link.create({
    [Modules.STOCK_LOCATION]: { stock_location_id: location.id },
    [Modules.FULFILLMENT]: { fulfillment_provider_id: 'manual_manual' },
  })
  const [profile] = await run(flows.createShippingProfilesWorkflow, { data: [{ name: 'Post', type: 'default' }] })
  const set = await container.resolve(Modules.FULFILLMENT).createFulfillmentSets({
    name: 'Post',
    type: 'shipping',
    service_zones: [{ name: 'India', geo_zones: [{ country_code: 'in', type: 'country' }] }],
  })
  await link.create({
    [Modules.STOCK_LOCATION]: { stock_location_id: location.id },
    [Modules.FULFILLMENT]: { fulfillment_set_id: set.id },
  })
  const [option] = await run(flows.createShippingOptionsWorkflow, [
    {
      name: 'Post',
      price_type: 'flat',
      provider_id: 'manual_manual',
      service_zone_id: set.service_zones[0].id,
      shipping_profile_id: profile.id,
      type: { label: 'Post', description: 'By post.', code: 'post' },
      prices: [{ currency_code: 'inr', amount: 0 }],
      rules: [
        { attribute: 'enabled_in_store', value: 'true', operator: 'eq' },
        { attribute: 'is_return', value: 'false', operator: 'eq' },
      ],
    },
  ])
  await run(flows.linkSalesChannelsToStockLocationWorkflow, { id: location.id, add: [channel.id] })
  const [key] = await run(flows.createApiKeysWorkflow, {
    api_keys: [{ title: 'Shop', type: 'publishable', created_by: '' }],
  })
  await run(flows.linkSalesChannelsToApiKeyWorkflow, { id: key.id, add: [channel.id] })
  await run(flows.createProductsWorkflow, {
    products: [
      {
        title: 'Template',
        handle: 'template',
        description: 'A story.',
        status: ProductStatus.PUBLISHED,
        shipping_profile_id: profile.id,
        options: [{ title: 'Copy', values: ['One'] }],
        variants: [
          {
            title: 'One',
            sku: 'template',
            manage_inventory: false,
            options: { Copy: 'One' },
            prices: [{ currency_code: 'inr', amount: 495 }],
          },
        ],
        sales_channels: [{ id: channel.id }],
      },
    ],
  })
  console.log(`\nshop ${JSON.stringify({ key: key.token, region: region.id, option: option.id })}`)
}
