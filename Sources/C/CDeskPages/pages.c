#include "CDeskPages.h"

#include <string.h>

// Each file is put in by the compiler (#embed, C23), which also builds this anew when one changes. Tests/Documents/check
// holds this list to the folder.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char act_js[] = {
#embed "page/act.js"
};
static const unsigned char addresses_js[] = {
#embed "page/addresses.js"
};
static const unsigned char api_js[] = {
#embed "page/api.js"
};
static const unsigned char backups_js[] = {
#embed "page/backups.js"
};
static const unsigned char book_js[] = {
#embed "page/book.js"
};
static const unsigned char camera_js[] = {
#embed "page/camera.js"
};
static const unsigned char checks_js[] = {
#embed "page/checks.js"
};
static const unsigned char codes_js[] = {
#embed "page/codes.js"
};
static const unsigned char coins_js[] = {
#embed "page/coins.js"
};
static const unsigned char desk_css[] = {
#embed "page/desk.css"
};
static const unsigned char desk_js[] = {
#embed "page/desk.js"
};
static const unsigned char diagram_js[] = {
#embed "page/diagram.js"
};
static const unsigned char difference_js[] = {
#embed "page/difference.js"
};
static const unsigned char dom_js[] = {
#embed "page/dom.js"
};
static const unsigned char fees_js[] = {
#embed "page/fees.js"
};
static const unsigned char history_js[] = {
#embed "page/history.js"
};
static const unsigned char icon_svg[] = {
#embed "page/icon.svg"
};
static const unsigned char index_html[] = {
#embed "page/index.html"
};
static const unsigned char new_wallet_js[] = {
#embed "page/new-wallet.js"
};
static const unsigned char nodes_js[] = {
#embed "page/nodes.js"
};
static const unsigned char paged_js[] = {
#embed "page/paged.js"
};
static const unsigned char pay_js[] = {
#embed "page/pay.js"
};
static const unsigned char payment_js[] = {
#embed "page/payment.js"
};
static const unsigned char payments_js[] = {
#embed "page/payments.js"
};
static const unsigned char questions_js[] = {
#embed "page/questions.js"
};
static const unsigned char receive_js[] = {
#embed "page/receive.js"
};
static const unsigned char rehearsal_js[] = {
#embed "page/rehearsal.js"
};
static const unsigned char settings_js[] = {
#embed "page/settings.js"
};
static const unsigned char state_js[] = {
#embed "page/state.js"
};
static const unsigned char wallet_js[] = {
#embed "page/wallet.js"
};
static const unsigned char wallets_js[] = {
#embed "page/wallets.js"
};

#define FILE_OF(name, bytes) {name, bytes, sizeof bytes}
static const struct {
  const char *name;
  const unsigned char *start;
  size_t size;
} files[] = {
  FILE_OF("act.js", act_js),
  FILE_OF("addresses.js", addresses_js),
  FILE_OF("api.js", api_js),
  FILE_OF("backups.js", backups_js),
  FILE_OF("book.js", book_js),
  FILE_OF("camera.js", camera_js),
  FILE_OF("checks.js", checks_js),
  FILE_OF("codes.js", codes_js),
  FILE_OF("coins.js", coins_js),
  FILE_OF("desk.css", desk_css),
  FILE_OF("desk.js", desk_js),
  FILE_OF("diagram.js", diagram_js),
  FILE_OF("difference.js", difference_js),
  FILE_OF("dom.js", dom_js),
  FILE_OF("fees.js", fees_js),
  FILE_OF("history.js", history_js),
  FILE_OF("icon.svg", icon_svg),
  FILE_OF("index.html", index_html),
  FILE_OF("new-wallet.js", new_wallet_js),
  FILE_OF("nodes.js", nodes_js),
  FILE_OF("paged.js", paged_js),
  FILE_OF("pay.js", pay_js),
  FILE_OF("payment.js", payment_js),
  FILE_OF("payments.js", payments_js),
  FILE_OF("questions.js", questions_js),
  FILE_OF("receive.js", receive_js),
  FILE_OF("rehearsal.js", rehearsal_js),
  FILE_OF("settings.js", settings_js),
  FILE_OF("state.js", state_js),
  FILE_OF("wallet.js", wallet_js),
  FILE_OF("wallets.js", wallets_js),
};

const unsigned char *desk_page(const char *name, size_t *size) {
  for (size_t index = 0; index < sizeof files / sizeof *files; index++) {
    if (strcmp(files[index].name, name) == 0) {
      *size = files[index].size;
      return files[index].start;
    }
  }
  return NULL;
}
