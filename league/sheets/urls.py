"""Addresses of the sheets app."""

from django.urls import path

from league.sheets import views

app_name = "sheets"
urlpatterns = [
    path("c/<slug:slug>/sheets/", views.show_list, name="list"),
    path("c/<slug:slug>/sheets/new/", views.create, name="create"),
    path("c/<slug:slug>/sheets/<slug:sheet>/", views.edit, name="edit"),
    path("c/<slug:slug>/sheets/<slug:sheet>/labels/", views.translate, name="translate"),
    path("c/<slug:slug>/sheets/<slug:sheet>/file/", views.download, name="file"),
    path("c/<slug:slug>/sheets/<slug:sheet>/share/", views.share, name="share"),
    path("c/<slug:slug>/sheets/<slug:sheet>/retire/", views.retire, name="retire"),
    path("sheets/<str:token>/", views.show_shared, name="shared"),
]
